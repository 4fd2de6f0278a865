/** The option that names the provider that a conversation comes from or goes to. */

import { PROVIDER_NAMES } from "@parlance/providers";
import { Option } from "commander";

/** It has to be given. */
export function providerOption(flag: "--from" | "--to", description: string): Option {
  return new Option(`${flag} <provider>`, description).choices(PROVIDER_NAMES).makeOptionMandatory();
}
