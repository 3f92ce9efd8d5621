import { atom, type createStore } from 'jotai/vanilla'
import { loadFirstAtom, loadMoreAtom } from '../directory/catalogue.ts'
import { loadImageAtom } from '../directory/images.ts'
import { searchWalletsAtom } from '../directory/search.ts'
import type { Hub } from '../hub.ts'
import { accountAtom } from '../state/accounts.ts'
import { loadMoreActivityAtom, refreshActivityAtom } from '../state/activity.ts'
import { discoverAtom } from '../state/connectors.ts'
import { loadIdentityAtom } from '../state/identity.ts'
import { balanceChangesAtom } from '../state/invalidateBalances.ts'
import { activeNetworkIdAtom } from '../state/networks.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import type { DataName, ModalData } from './ModalData.ts'
import { offeredWallets, readData } from './readData.ts'

type Store = ReturnType<typeof createStore>

const names = Object.keys(readData) as DataName[]

/** The account that the data is of: when it changes, subscribed data is read again. */
const subjectAtom = atom((get) =>
  JSON.stringify([get(accountAtom)?.address ?? null, get(activeNetworkIdAtom), get(balanceChangesAtom)]),
)

/** Readers per kind of data: fresh data isn't requested again, unless forced. None of them throws. */
const reads = (store: Store): { readonly [name in DataName]: (isForced: boolean) => unknown } => ({
  tokens: (isForced) => store.set(refreshTokensAtom, isForced),
  activity: (isForced) => store.set(refreshActivityAtom, isForced),
  profile: () => store.set(loadIdentityAtom),
  networks: () => undefined,
  wallets() {
    store.set(discoverAtom).catch(() => undefined)
    return store.set(loadFirstAtom)
  },
})

export type DataActions = {
  refresh(name: DataName): Promise<void>
  loadMore(name: 'activity' | 'wallets'): Promise<void>
  searchWallets(text: string): Promise<void>
  /** Reads all requested data. */
  follow(): void
  stop(): void
}

/** Keeps the subscribed data in the hub in step with the state, and reads it. */
export const publishData = (store: Store, hub: Hub): DataActions => {
  const read = reads(store)
  const followed = new Map<DataName, () => void>()
  const publish = <name extends DataName>(name: name): void => {
    const derived = atom((get): ModalData[name] => readData[name](get))
    const update = () => hub.data[name].set(store.get(derived))
    const stops = [store.sub(derived, update)]
    if (name === 'wallets') stops.push(followPictures())
    followed.set(name, () => {
      for (const stop of stops) stop()
    })
    update()
    void read[name](false)
  }
  /** The icons of the listed wallets. */
  const followPictures = (): (() => void) => {
    const images = atom((get) => offeredWallets(get).flatMap(({ wallet }) => wallet?.image_id ?? []))
    const load = () => {
      for (const id of store.get(images)) void store.set(loadImageAtom, id)
    }
    load()
    return store.sub(images, load)
  }
  const readAgain = () => {
    for (const name of followed.keys()) if (name !== 'wallets') void read[name](false)
  }
  const follow = () => {
    const wanted = hub.wanted.get()
    for (const name of names) {
      if (wanted[name] > 0 && !followed.has(name)) publish(name)
      if (wanted[name] === 0) {
        followed.get(name)?.()
        followed.delete(name)
      }
    }
  }
  const stopSubject = store.sub(subjectAtom, readAgain)
  const lookAgain = () => {
    if (document.visibilityState === 'visible') readAgain()
  }
  globalThis.document?.addEventListener('visibilitychange', lookAgain)
  follow()
  return {
    follow,
    async refresh(name) {
      await read[name](true)
      hub.data[name].set(store.get(atom((get) => readData[name](get))) as never)
    },
    loadMore: (name) => store.set(name === 'activity' ? loadMoreActivityAtom : loadMoreAtom),
    async searchWallets(text) {
      store.set(searchWalletsAtom, text)
    },
    stop() {
      stopSubject()
      globalThis.document?.removeEventListener('visibilitychange', lookAgain)
      for (const end of followed.values()) end()
    },
  }
}
