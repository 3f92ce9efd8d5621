import { displayHost } from '../../boundary/displayHost.ts'

/** A site as a person knows it: its host, and the port where there is one. */
export const siteName = (origin: string): string => {
  const { hostname, port } = new URL(origin)
  const host = displayHost(hostname)
  return port === '' ? host : `${host}:${port}`
}
