import { AppError } from '@latchkey/protocol'
import type { TestModal, TestOptions } from '../src/modal.fixture.ts'
import type { NamesApi } from '../src/names/NamesApi.ts'
import { registeredNameAtom, registerNameAtom, typeNameAtom } from '../src/names/registerName.ts'
import { testNamesApi } from '../src/names/testNamesApi.fixture.ts'
import { arrivedConfigAtom } from '../src/remote-config/features.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { pushAtom } from '../src/state/route.ts'
import { backend } from './accountScreens.fixture.ts'
import type { Screen } from './Screen.fixture.ts'
// Loaded on demand elsewhere; a screenshot doesn't wait for it.
import '../src/connectors/auth/readUser.ts'

const zone = 'example.eth'
const never = () => new Promise<never>(() => undefined)

const naming = (api: Partial<NamesApi> = {}): TestOptions =>
  backend(
    {},
    {
      handlers: { RPC_REQUEST: async () => `0x${'ab'.repeat(65)}` },
      services: { loadNamesApi: async () => testNamesApi(api) },
    },
  )

const form: Screen['steps'] = [
  ({ store }) => store.set(restoreAtom),
  ({ store }) => store.set(openAtom),
  ({ store }) => store.set(arrivedConfigAtom, { remote: {}, capture: null, names: { parent: zone }, overridden: [] }),
  ({ store }) => store.set(pushAtom, { view: 'RegisterAccountName' }),
]
const type = (text: string) => [
  ({ store }: TestModal) => store.set(typeNameAtom, text),
  ({ clock }: TestModal) => clock.advance(300),
]
const register = ({ store }: TestModal) => store.set(registerNameAtom)

/** Registering a name in every state that a user can reach. */
export const nameScreens: Record<string, Screen> = {
  RegisterAccountName: { options: naming(), steps: form },
  'RegisterAccountName, looking up': { options: naming({ nameOf: never }), steps: form },
  'RegisterAccountName, has a name': { options: naming({ nameOf: async () => `ada-lovelace.${zone}` }), steps: form },
  'RegisterAccountName, lookup failed': {
    options: naming({ nameOf: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) }),
    steps: form,
  },
  'RegisterAccountName, wrong': { options: naming(), steps: [...form, ...type('ada lovelace')] },
  'RegisterAccountName, checking': { options: naming({ suggest: never }), steps: [...form, ...type('lovelace')] },
  'RegisterAccountName, available': { options: naming(), steps: [...form, ...type('lovelace')] },
  'RegisterAccountName, taken': { options: naming(), steps: [...form, ...type('grace')] },
  'RegisterAccountName, not checked': {
    options: naming({ suggest: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) }),
    steps: [...form, ...type('lovelace')],
  },
  'RegisterAccountName, registering': {
    options: naming({ register: never }),
    steps: [...form, ...type('lovelace'), register],
  },
  'RegisterAccountName, failed': {
    options: naming({ register: async () => Promise.reject(new AppError('NAME_LIMIT')) }),
    steps: [...form, ...type('lovelace'), register],
  },
  RegisterAccountNameSuccess: {
    options: naming(),
    steps: [
      ...form,
      ({ store }) => store.set(registeredNameAtom, 'lovelace.example.eth'),
      ({ store }) => store.set(pushAtom, { view: 'RegisterAccountNameSuccess' }),
    ],
  },
}
