import { loadOnce } from './loadOnce.ts'

/** The backend's rows about accounts. Throws SERVICE_UNREACHABLE when their code cannot be loaded. */
export const getAccountApi = loadOnce((services) => services.loadAccountApi())
