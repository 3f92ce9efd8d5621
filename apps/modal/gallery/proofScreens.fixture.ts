import { AppError } from '@latchkey/protocol'
import type { ModalOptions } from '../src/Modal.ts'
import type { TestModal, TestOptions } from '../src/modal.fixture.ts'
import { signAtom } from '../src/sign-in/session-proof/prove.ts'
import { connectWalletAtom } from '../src/state/connecting.ts'
import { submitEmailAtom } from '../src/state/emailLogin.ts'
import { openAtom } from '../src/state/modal.ts'
import type { Screen } from './Screen.fixture.ts'
import { testConnector } from './testConnector.fixture.ts'

const never = () => new Promise<never>(() => undefined)

/** A site that asks for a signature, and a wallet with this answer. */
const connecting = (siwx: ModalOptions['siwx'], request: () => Promise<unknown>): Screen => ({
  options: { settings: { networks: ['eip155:1'], siwx: siwx ?? {}, metadata: { name: 'Small Hours' } } },
  steps: [
    ({ store }: TestModal) => store.set(openAtom),
    ({ store }: TestModal) => {
      const connectors = [testConnector('MetaMask', { request })]
      const target = { key: 'metamask', name: 'MetaMask', group: 'injected', isInstalled: true, wallet: null } as const
      return store.set(connectWalletAtom, { ...target, connectors })
    },
  ],
})

const sign = ({ store }: TestModal) => store.set(signAtom)
const then = (screen: Screen, ...steps: NonNullable<Screen['steps']>): Screen => ({
  ...screen,
  steps: [...(screen.steps ?? []), ...steps],
})
const refusing = async (): Promise<never> => {
  throw new AppError('USER_REJECTED')
}
const misbehaving = async (): Promise<unknown> => 42

const embedded: TestOptions = { settings: { siwx: {}, metadata: { name: 'Small Hours' } } }

/** The site's request after connecting, where its user may skip it. */
export const proofScreens: Record<string, Screen> = {
  SIWXSignMessage: connecting({}, never),
  'SIWXSignMessage, signing': then(connecting({}, never), sign),
  'SIWXSignMessage, rejected': then(connecting({}, refusing), sign),
  'SIWXSignMessage, failed': then(connecting({}, misbehaving), sign),
  'SIWXSignMessage, embedded': {
    options: embedded,
    steps: [({ store }) => store.set(openAtom), ({ store }) => store.set(submitEmailAtom, 'ada@example.com')],
  },
}

/** The same where it can't be left without a decision. */
export const requiredProofScreens: Record<string, Screen> = {
  'SIWXSignMessage, required': connecting({ isRequired: true }, never),
  'SIWXSignMessage, required and rejected': then(connecting({ isRequired: true }, refusing), sign),
}
