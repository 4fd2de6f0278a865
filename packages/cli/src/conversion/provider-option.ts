/** The option that names the provider that a conversation comes from or goes to. */

import { PROVIDER_NAMES } from "@parlance/providers/provider-names";
import { Option } from "commander";

/** It has to be given. Only the names are imported: loading the providers takes longer than the other commands need to start. */
export function providerOption(flag: "--from" | "--to", description: string): Option {
  return new Option(`${flag} <provider>`, description).choices(PROVIDER_NAMES).makeOptionMandatory();
}
