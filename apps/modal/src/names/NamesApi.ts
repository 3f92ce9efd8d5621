import {
  type EndpointRequest,
  type EndpointResponse,
  profileReverse,
  profileSuggestions,
  type RegisteredName,
  registerProfile,
} from '@latchkey/api-client'
import { labelShapeFault } from '@latchkey/chains'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/** `registered`: an account can't have this name; it is taken, reserved, or easily mistaken for another. */
export type NameSuggestion = { readonly name: string; readonly registered: boolean }

/** The api's rows about names that accounts register. Each function throws the AppErrors of its row. */
export type NamesApi = {
  /** Returns the typed name first, then others like it that are free for an account. `label`: what stands before `.${zone}`. */
  suggest(
    label: string,
    zone: string,
    address: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly NameSuggestion[]>
  /** Returns the name that an EVM account has directly below `zone`, or null. */
  nameOf(account: string, zone: string): Promise<string | null>
  register(
    registration: Omit<EndpointRequest<'registerProfile'>, 'projectId' | 'st' | 'sv'>,
  ): Promise<EndpointResponse<'registerProfile'>>
}

/** Whether a name is a normalized one directly below `zone` and resolves to the account. Other results of the api are ignored. */
const isNameOf = (account: string, zone: string, { name, addresses }: RegisteredName): boolean =>
  name.endsWith(`.${zone}`) &&
  labelShapeFault(name.slice(0, -zone.length - 1)) === null &&
  Object.values(addresses).some(({ address }) => address.toLowerCase() === account.toLowerCase())

export const createNamesApi = (backend: Backend): NamesApi => {
  const api = createBackendClient(backend, { profileReverse, profileSuggestions, registerProfile })
  return {
    async suggest(name, zone, address, signal) {
      const { suggestions } = await api.call(
        'profileSuggestions',
        { name, zone, ...(address && { address }) },
        { signal },
      )
      return suggestions
    },
    async nameOf(address, zone) {
      const names = await api.call('profileReverse', { address, apiVersion: '2' })
      return names.find((each) => isNameOf(address, zone, each))?.name ?? null
    },
    register: (registration) => api.call('registerProfile', registration),
  }
}
