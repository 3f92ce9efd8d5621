import { displayHost } from '../../boundary/displayHost.ts'

/** A site as a person knows it: its host, and the port where there is one. */
export const siteName = (origin: string): string => {
  const { hostname, port } = new URL(origin)
  const host = displayHost(hostname)
  return port === '' ? host : `${host}:${port}`
}

/** Whether a device belongs to the wallet's own page, and to no site. */
export const isOwnPage = (origin: string): boolean => origin === location.origin
