import { getProjectConfig, type ProjectConfig } from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/** Returns what the project has decided about its pages. Throws the errors of `getProjectConfig`, and SERVICE_UNREACHABLE. */
export const loadProjectConfig = (backend: Backend): Promise<ProjectConfig> =>
  createBackendClient(backend, { getProjectConfig }).call('getProjectConfig', {})
