import { freePort } from '@latchkey/service-kit/test/freePort'
import { house } from '../src/readCompose.ts'

/** Where what containers have is on this machine. */
export type Places = {
  /** Text of the compose file as the plain process of a service reads it. */
  translate(service: string, text: string): string
  /** The port here of a port of a service. */
  portOf(service: string, port: string): number
}

export type PlacesOptions = {
  services: readonly string[]
  /** Folders by the path at which a container has them, such as `/keys`, for each service. */
  mounts: (service: string) => Readonly<Record<string, string>>
  /** Servers that run already: port by `service:port`. */
  running: Readonly<Record<string, number>>
}

/** A free port for every port that the compose file names. */
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
    if (found === undefined) throw new Error(`Nobody names port ${port} of ${service}`)
    return found
  }
  return {
    portOf,
    translate: (service, text) => {
      const others = text.replace(named, (_, other: string, port: string) => `127.0.0.1:${portOf(other, port)}`)
      const folders = Object.entries({ '/latchkey/': house, ...mounts(service) })
      // Where it begins a path, since the folder of this clone may be named like one of them.
      const [from, to] = folders.find(([start]) => others.startsWith(start)) ?? ['', '']
      return `${to}${others.slice(from.length)}`.replace(/^0\.0\.0\.0$/, '127.0.0.1')
    },
  }
}
