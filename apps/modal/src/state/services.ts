import type { ColorMode, ThemeMode } from '@latchkey/protocol/theme'
import { atom } from 'jotai/vanilla'
import type { AuthConnector } from '../connectors/auth/createAuthConnector.ts'
import type { Hub } from '../hub.ts'
import type { ModalOptions } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'

/** Time, so that tests need not wait. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Call once after `delayMs`; returns what prevents it. */
  after(delayMs: number, act: () => void): () => void
}

export type Services = {
  settings: ModalOptions
  hub: Hub
  storage: ModalStorage
  clock: Clock
  wallet: AuthConnector
  /** Resolves when the api lists this page's origin for the project; throws the errors of the `origins` endpoint. */
  checkOrigin(): Promise<void>
  /** This page's origin. */
  origin: string
  /** What is drawn in a theme mode: `system` is the visitor's preference. */
  colorMode(mode: ThemeMode): ColorMode
  /** Put text on the clipboard; rejects when the browser refuses. */
  copy(text: string): Promise<void>
  /** Tell the developer in the console. */
  log(severity: 'error' | 'warning', text: string): void
}

const base = atom<Services | null>(null)

/** Everything outside the state. Set once, before anything else is read. */
export const servicesAtom = atom(
  (get): Services => {
    const services = get(base)
    if (services === null) throw new Error('The services of a modal are set before its state is read')
    return services
  },
  (_get, set, services: Services) => set(base, services),
)
