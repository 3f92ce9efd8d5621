import { displayHost } from '../../boundary/displayHost.ts'

/** Returns a site's name for users: its host, and the port where there is one. */
export const siteName = (origin: string): string => {
  const { hostname, port } = new URL(origin)
  const host = displayHost(hostname)
  return port === '' ? host : `${host}:${port}`
}

/** Returns whether a device belongs to the wallet's own page, and to no site. */
export const isOwnPage = (origin: string): boolean => origin === location.origin
