// What programs ask of their environment (HITSCAN_ISA, HITSCAN_CASES) is Node's.
Module['preRun'] = () => Object.assign(ENV, process.env);
