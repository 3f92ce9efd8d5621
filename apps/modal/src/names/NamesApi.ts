import { type EndpointRequest, type EndpointResponse, profileSuggestions, registerProfile } from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/** `registered`: an account can't have this name; it is taken, reserved, or easily mistaken for another. */
export type NameSuggestion = { readonly name: string; readonly registered: boolean }

/** The api's rows about names that accounts register. Each function throws the AppErrors of its row. */
export type NamesApi = {
  /** Returns the typed name first, then others like it that are free. `label`: what stands before `.${zone}`. */
  suggest(label: string, zone: string, signal?: AbortSignal): Promise<readonly NameSuggestion[]>
  register(
    registration: Omit<EndpointRequest<'registerProfile'>, 'projectId' | 'st' | 'sv'>,
  ): Promise<EndpointResponse<'registerProfile'>>
}

export const createNamesApi = (backend: Backend): NamesApi => {
  const api = createBackendClient(backend, { profileSuggestions, registerProfile })
  return {
    async suggest(name, zone, signal) {
      const { suggestions } = await api.call('profileSuggestions', { name, zone }, signal && { signal })
      return suggestions
    },
    register: (registration) => api.call('registerProfile', registration),
  }
}
