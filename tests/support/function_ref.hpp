// A function that is lent for a call, whatever its type. Where hundreds of them are made std::function takes the
// compiler several times as long.
#pragma once

#include <memory>
#include <utility>

namespace trial {

template <class> class function_ref;
template <class R, class... Args> class function_ref<R(Args...)> {
 public:
  template <class F>
  function_ref(const F& f)
      : it_(std::addressof(f)), call_([](const void* it, Args... args) -> R {
          return (*static_cast<const F*>(it))(std::forward<Args>(args)...);
        }) {}
  R operator()(Args... args) const { return call_(it_, std::forward<Args>(args)...); }

 private:
  const void* it_;
  R (*call_)(const void*, Args...);
};

}  // namespace trial
