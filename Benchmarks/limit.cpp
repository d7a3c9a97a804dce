// The least work that an audit of accounts can be: loads a Firebase export, and reads four fields of each account with
// simdjson On-Demand, in one thread. Prints what it read as one JSON object.
//
//     limit EXPORT

#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>

namespace {

struct Counts {
  std::uint64_t accounts = 0;
  std::uint64_t characters = 0;  // of uids
  std::uint64_t relay_addresses = 0;
  std::uint64_t phones = 0;
  std::uint64_t providers = 0;
};

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

bool is_relay(std::string_view email) {
  return ends_with(email, "@privaterelay.appleid.com") || ends_with(email, "@private.icloud.com");
}

// The fields come in any order, and a phone number may lack, so each field is looked at once as it comes.
void read_account(simdjson::ondemand::object account, Counts& counts) {
  counts.accounts++;
  for (auto field : account) {
    const std::string_view name = field.unescaped_key();
    if (name == "localId") {
      counts.characters += std::string_view(field.value().get_string()).size();
    } else if (name == "email") {
      counts.relay_addresses += is_relay(field.value().get_string());
    } else if (name == "phoneNumber") {
      counts.phones += !std::string_view(field.value().get_string()).empty();
    } else if (name == "providerUserInfo") {
      for (auto provider : field.value().get_array()) {
        counts.providers += !std::string_view(provider["providerId"].get_string()).empty();
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("limit: the path of an export is needed\n", stderr);
    return 64;
  }
  try {
    Counts counts;
    const simdjson::padded_string json = simdjson::padded_string::load(arguments[1]);
    simdjson::ondemand::parser parser;
    auto document = parser.iterate(json);
    for (auto account : document["users"].get_array()) read_account(account.get_object(), counts);
    std::printf(
        "{\"accounts\": %ju, \"characters\": %ju, \"relayAddresses\": %ju, \"phones\": %ju, \"providers\": %ju}\n",
        static_cast<std::uintmax_t>(counts.accounts), static_cast<std::uintmax_t>(counts.characters),
        static_cast<std::uintmax_t>(counts.relay_addresses), static_cast<std::uintmax_t>(counts.phones),
        static_cast<std::uintmax_t>(counts.providers));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "limit: %s: %s\n", arguments[1], error.what());
    return 1;
  }
  return 0;
}
