import type { LoginProvider } from '@latchkey/api-client'
import { getLanguage } from '@latchkey/copy'
import { loginProviders } from '@latchkey/protocol/loginProviders'

/** Returns the names of the providers whose sign-ins only the API can check, each once. */
export const uncheckedNames = (providers: readonly LoginProvider[]): readonly string[] =>
  [...new Set(providers)]
    .map((id) => loginProviders[id])
    .filter(({ signedBy }) => signedBy === 'api')
    .map(({ name }) => name)

/** Joins one or several names in a sentence: "GitHub, X, or Discord". */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat(getLanguage(), { type: 'disjunction' }).format(names)
