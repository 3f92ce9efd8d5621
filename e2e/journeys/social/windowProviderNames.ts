import { isWindowProvider, loginProviderIds, loginProviders } from '@latchkey/protocol/loginProviders'

/** The names of the providers whose pages open in a window. */
export const windowProviderNames = loginProviderIds.filter(isWindowProvider).map((id) => loginProviders[id].name)
