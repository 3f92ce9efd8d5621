import { asPage } from '../boundary/Page.ts'
import { createSession } from './createSession.ts'
import { createEmailChange } from './emailChange.ts'
import { type FakeAccountApi, fakeAccountApi } from './fakeAccountApi.fixture.ts'
import { emptyDisk, fakeVault } from './fakeVault.fixture.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionDeps } from './Session.ts'

export const dapp = asPage('https://dapp.example', 'demo', 4)
export const otherDapp = asPage('https://other.dapp.example', 'demo', 4)
export const email = 'ada@example.org'

const sequential = () => {
  const last = new Map<string, Promise<unknown>>()
  return <result>(name: string, work: () => Promise<result>): Promise<result> => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    last.set(
      name,
      mine.catch(() => undefined),
    )
    return mine
  }
}

/** One browser profile on one top-level site: its storage outlives documents. */
export const browserProfile = (backend: FakeAccountApi = fakeAccountApi()) => {
  const disk = emptyDisk()
  const store = memorySessionStore()
  const lock = sequential()
  /** A freshly loaded wallet document in this profile. */
  const open = ({
    onEnd = () => undefined,
    smartAccountOn = async () => null,
  }: Partial<Pick<SessionDeps, 'onEnd' | 'smartAccountOn'>> = {}) => {
    const fake = fakeVault(disk)
    const ends: number[] = []
    let told = 0
    let timeMs = 1_700_000_000_000
    const api = backend.apiFor(() => disk.deviceId)
    // As short as possible, with room for a test's own steps.
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve))
    const session = createSession({
      api,
      vault: fake.vault,
      store,
      lock,
      pause,
      walletOrigin: 'https://wallet.example',
      now: () => timeMs,
      defaultChainId: 'eip155:1',
      smartAccountOn,
      onEnd: (ending) => {
        ends.push(timeMs)
        onEnd(ending)
      },
      tellTabs: () => {
        told++
      },
    })
    return {
      session,
      emailChange: createEmailChange({ api, store, pause, session }),
      fake,
      ends,
      told: () => told,
      pass: (ms: number) => {
        timeMs += ms
      },
    }
  }
  return { backend, disk, store, open }
}
