#include "contract.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <hitscan/detail/request.hpp>

namespace hitscan {
namespace {

std::atomic<contract_handler> user_handler{nullptr};  // null: print and abort

}  // namespace

contract_handler on_contract_breach(contract_handler handler) noexcept { return user_handler.exchange(handler); }

namespace detail {

void report_breach(const char* message) noexcept {
  if (const contract_handler handler = user_handler.load()) return handler(message);
  std::fprintf(stderr, "%s\n", message);
  std::abort();
}

bool checks_enabled() noexcept { return checked_build; }

}  // namespace detail
}  // namespace hitscan
