import type { createStore, Getter, Setter } from 'jotai/vanilla'
import { type EntryView, guardedViews, type ModalRequest, type StepView } from './Modal.ts'
import { servicesAtom } from './services.ts'
import { accountAtom } from './state/accounts.ts'
import { captureStep } from './state/captureStep.ts'
import { isUnsupportedAtom } from './state/networks.ts'
import { isOpenAtom, pushAtom, viewAtom } from './state/route.ts'
import { requireView, waitForRestore } from './viewNeeds.ts'

/** The view for a requested step, and from there the step itself where it has everything it needs. */
type Way = { view: EntryView; step?: Exclude<StepView, 'SwitchNetwork' | 'SwitchActiveChain'> }

const home = (get: Getter): EntryView => (get(accountAtom) === null ? 'Connect' : 'Account')

/** A step without its prerequisites opens the view that begins it. */
const ways: Record<StepView, (get: Getter, set: Setter) => Way | Promise<Way>> = {
  ConnectingWalletConnectBasic: (get) => {
    const { settings, isMobile } = get(servicesAtom)
    if (!settings.walletConnect) return { view: 'ConnectWallets' }
    const view = settings.basic && isMobile() ? 'AllWallets' : 'ConnectWallets'
    return { view, step: 'ConnectingWalletConnectBasic' }
  },
  ConnectingWalletConnect: () => ({ view: 'AllWallets' }),
  ConnectingExternal: () => ({ view: 'ConnectWallets' }),
  ConnectingFarcaster: () => ({ view: 'Connect' }),
  EmailLogin: () => ({ view: 'Connect' }),
  SwitchNetwork: () => ({ view: 'Networks' }),
  SwitchActiveChain: () => ({ view: 'Networks' }),
  UnsupportedChain: (get) => ({
    view: 'Networks',
    ...(get(accountAtom) !== null && get(isUnsupportedAtom) && { step: 'UnsupportedChain' }),
  }),
  ApproveTransaction: (get) => ({ view: home(get) }),
  async DataCapture(get, set) {
    const isDue = (await captureStep(get, set)) !== null
    return { view: home(get), ...(isDue && { step: 'DataCapture' }) }
  },
  RegisterAccountNameSuccess: () => ({ view: 'RegisterAccountName' }),
  OnRampTokenSelect: () => ({ view: 'OnRampProviders', step: 'OnRampTokenSelect' }),
  OnRampFiatSelect: () => ({ view: 'OnRampProviders', step: 'OnRampFiatSelect' }),
}

/** Steps that depend on the account: an earlier connection is waited for. */
const ofAccount: readonly (StepView | EntryView | undefined)[] = [
  'UnsupportedChain',
  'ApproveTransaction',
  'DataCapture',
]

/**
 * Returns the view to open when a page requests one: the view itself, or the one in which its step begins. `goOn` leads from there to the
 * step. An active step stays as it is. Throws as `requireView` does.
 */
export async function findView(
  store: ReturnType<typeof createStore>,
  { view: wish, arguments: given }: ModalRequest = {},
): Promise<{ view: EntryView | undefined; goOn?: () => void }> {
  const isStep = wish !== undefined && Object.hasOwn(ways, wish)
  if (isStep && store.get(isOpenAtom) && store.get(viewAtom) === wish) return { view: undefined }
  if (ofAccount.includes(wish)) await waitForRestore(store)
  const way: Partial<Way> = isStep ? await ways[wish as StepView](store.get, store.set) : {}
  const { view = wish as EntryView | undefined, step } = way
  const guarded = guardedViews.find((each) => each === view)
  if (guarded !== undefined) await requireView(store, guarded, given)
  if (step === undefined) return { view }
  const goOn = () => {
    if (store.get(viewAtom) === view) store.set(pushAtom, { view: step })
  }
  return { view, goOn }
}
