import { getProjectConfig, type ProjectConfig } from '@latchkey/api-client'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/** Returns the project's decisions about its pages. Throws the errors of `getProjectConfig`, and SERVICE_UNREACHABLE. */
export const loadProjectConfig = (backend: Backend): Promise<ProjectConfig> =>
  createBackendClient(backend, { getProjectConfig }).call('getProjectConfig', {})
