import { AppError, type ErrorName } from '@latchkey/protocol'
import { loginProviderIds } from '@latchkey/protocol/loginProviders'
import { createTestPage } from '../src/connectors/social/testPage.fixture.ts'
import type { SocialProvider } from '../src/Modal.ts'
import { type TestModal, type TestOptions, testAddress } from '../src/modal.fixture.ts'
import { openAtom } from '../src/state/modal.ts'
import { restoreAtom } from '../src/state/restoring.ts'
import { startSocialAtom } from '../src/state/social/startSocial.ts'
import type { Screen } from './Screen.fixture.ts'

const never = () => new Promise<never>(() => undefined)
const failing = (error: ErrorName) => async (): Promise<never> => {
  throw new AppError(error)
}

const withSocials = (
  options: TestOptions = {},
  socials: readonly SocialProvider[] = loginProviderIds,
): TestOptions => ({
  ...options,
  settings: {
    termsUrl: 'https://example.com/terms',
    ...options.settings,
    features: { socials, ...options.settings?.features },
  },
})
const open = ({ store }: TestModal) => store.set(openAtom)
const start =
  (provider: SocialProvider) =>
  ({ store }: TestModal) =>
    store.set(startSocialAtom, provider)

const phone = { services: { isMobile: () => true } }
const blocking = () => Object.assign(createTestPage(), { blocks: true })
const closeWindow = ({ clock, page }: TestModal) => {
  const shown = page.opened.at(-1)
  if (shown !== undefined) shown.closed = true
  return clock.advance(1000)
}
const failedWith = (error: ErrorName, provider: SocialProvider = 'google'): Screen => ({
  options: withSocials({
    handlers: { GET_SOCIAL_REDIRECT_URI: failing(error), CONNECT_FARCASTER: failing(error) },
  }),
  steps: [open, start(provider)],
})
const used = (last: string): Screen => ({
  options: withSocials({ kept: new Map([['latchkey:demo:last-login', last]]) }),
  steps: [open],
})

/** Every view about login providers, in every state. */
export const socialScreens: Record<string, Screen> = {
  'Connect, socials': { options: withSocials(), steps: [open] },
  'Connect, socials, last used': used('github'),
  'Connect, socials, last used behind More': used('farcaster'),
  'Connect, socials, email last used': used('email'),
  'Connect, one social': { options: withSocials({}, ['google']), steps: [open] },
  'Connect, three socials': { options: withSocials({}, ['google', 'apple', 'x']), steps: [open] },
  'Connect, socials alone': {
    options: withSocials({ settings: { features: { email: false, wallets: false } } }),
    steps: [open],
  },
  'ConnectingSocial, starting': {
    options: withSocials({ handlers: { GET_SOCIAL_REDIRECT_URI: never } }),
    steps: [open, start('google')],
  },
  'ConnectingSocial, waiting': { options: withSocials(), steps: [open, start('github')] },
  'ConnectingSocial, blocked': {
    options: withSocials({ services: { page: blocking() } }),
    steps: [open, start('apple')],
  },
  'ConnectingSocial, apart': {
    options: withSocials({ handlers: { CONNECT_SOCIAL: never } }),
    steps: [open, start('discord'), closeWindow],
  },
  'ConnectingSocial, denied': failedWith('SOCIAL_DENIED'),
  'ConnectingSocial, expired': failedWith('SOCIAL_EXPIRED', 'x'),
  'ConnectingSocial, refused': failedWith('SOCIAL_REFUSED', 'facebook'),
  'ConnectingSocial, unavailable': failedWith('PROVIDER_UNAVAILABLE'),
  'ConnectingSocial, not set up': failedWith('NOT_ENABLED'),
  'ConnectingSocial, failed': failedWith('SERVICE_UNREACHABLE'),
  'Account, by a provider': {
    options: {
      remembered: true,
      handlers: {
        GET_USER: async () => ({ address: testAddress, chainId: 31337, userName: 'Ada Lovelace', provider: 'github' }),
      },
    },
    steps: [({ store }) => store.set(restoreAtom), open],
  },
  'ConnectingFarcaster, starting': {
    options: withSocials({ handlers: { GET_FARCASTER_URI: never } }),
    steps: [open, start('farcaster')],
  },
  ConnectingFarcaster: {
    options: withSocials({ handlers: { CONNECT_FARCASTER: never } }),
    steps: [open, start('farcaster')],
  },
  'ConnectingFarcaster, phone': {
    options: withSocials({ handlers: { CONNECT_FARCASTER: never }, ...phone }),
    steps: [open, start('farcaster')],
  },
  'ConnectingFarcaster, opening': {
    options: withSocials({ handlers: { GET_USER: never } }),
    steps: [open, start('farcaster')],
  },
  'ConnectingFarcaster, expired': failedWith('SOCIAL_EXPIRED', 'farcaster'),
}
