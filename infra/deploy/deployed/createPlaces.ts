import { freePort } from '@latchkey/service-kit/test/freePort'
import { house } from '../src/readCompose.ts'

/** Maps containers' paths and ports to this machine. */
export type Places = {
  /** Translates text of the compose file for the plain process of a service. */
  translate(service: string, text: string): string
  /** Returns the local port for a service's port. */
  portOf(service: string, port: string): number
}

export type PlacesOptions = {
  services: readonly string[]
  /** Local folders by the path in the container, such as `/keys`, for each service. */
  mounts: (service: string) => Readonly<Record<string, string>>
  /** Servers that already run: port by `service:port`. */
  running: Readonly<Record<string, number>>
}

/** Picks a free port for every port that the compose file names. */
export async function createPlaces(
  { services, mounts, running }: PlacesOptions,
  texts: readonly string[],
): Promise<Places> {
  const named = new RegExp(`\\b(${services.join('|')}):(\\d+)`, 'g')
  const ports = new Map(Object.entries(running))
  for (const text of texts)
    for (const [place] of text.matchAll(named)) if (!ports.has(place)) ports.set(place, await freePort())
  const portOf = (service: string, port: string): number => {
    const found = ports.get(`${service}:${port}`)
    if (found === undefined) throw new Error(`No entry for port ${port} of ${service}`)
    return found
  }
  return {
    portOf,
    translate: (service, text) => {
      const others = text.replace(named, (_, other: string, port: string) => `127.0.0.1:${portOf(other, port)}`)
      const folders = Object.entries({ '/latchkey/': house, ...mounts(service) })
      // Only at the start of a path, since the clone's own folder may have a name like one of them.
      const [from, to] = folders.find(([start]) => others.startsWith(start)) ?? ['', '']
      return `${to}${others.slice(from.length)}`.replace(/^0\.0\.0\.0$/, '127.0.0.1')
    },
  }
}
