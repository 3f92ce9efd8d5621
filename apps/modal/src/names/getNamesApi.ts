import { loadOnce } from '../state/loadOnce.ts'

/** Returns the rows about names, loaded when they are first wanted. Throws SERVICE_UNREACHABLE. */
export const getNamesApi = loadOnce((services) => services.loadNamesApi())
