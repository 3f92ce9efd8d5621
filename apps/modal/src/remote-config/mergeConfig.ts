import type { ProjectConfig, projectFeatures } from '@latchkey/api-client'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { SocialProvider } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import type { Features, MergedConfig } from './RemoteConfig.ts'

type Local = NonNullable<Settings['features']>
type Answer = { isEnabled: boolean; config: readonly string[] | null }
type Row<value> = {
  /** The service's name. */
  id: (typeof projectFeatures)[number]
  /** Undefined leaves it to the page. */
  read(answer: Answer, local: Local): value | undefined
}

const flag = (id: Row<boolean>['id']): Row<boolean> => ({ id, read: ({ isEnabled }) => isEnabled })
const isProvider = (name: string): name is SocialProvider => Object.hasOwn(loginProviders, name)

/**
 * The features that a project controls (specification section 6). Only the page controls the tenth, `authentication`: a configuration must
 * not remove the session proof that a page requests (`docs/decisions/0029-remote-configuration.md`).
 */
const table: { [name in keyof Features]: Row<Features[name]> } & {
  emailCapture: Row<false | 'optional' | 'required'>
} = {
  email: {
    id: 'social_login',
    read: ({ isEnabled, config }) =>
      isEnabled && config === null ? undefined : isEnabled && config?.includes('email'),
  },
  socials: {
    id: 'social_login',
    read: ({ isEnabled, config }) => (isEnabled ? config?.filter(isProvider) : []),
  },
  activity: flag('activity'),
  multiWallet: flag('multi_wallet'),
  swaps: flag('swap'),
  onramp: flag('onramp'),
  offramp: flag('offramp'),
  payWithExchange: flag('fund_from_exchange'),
  payments: flag('payments'),
  emailCapture: {
    id: 'email_capture',
    read: ({ isEnabled, config }, { emailCapture = 'optional' }) => {
      if (!isEnabled) return false
      return config === null ? emailCapture : config.includes('required') ? 'required' : 'optional'
    },
  },
}
type Name = keyof typeof table

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Merges a project's decisions with the page's options. */
export function mergeConfig(
  { features, emailCapture, wallets, notice, names }: ProjectConfig,
  settings: Settings,
): MergedConfig {
  const local = settings.features ?? {}
  const off: Answer = { isEnabled: false, config: null }
  const decided = Object.entries(features === null ? {} : table).flatMap(([name, { id, read }]) => {
    const value = read(features?.find((feature) => feature.id === id) ?? off, local)
    return value === undefined ? [] : [[name as Name, value] as const]
  })
  const { emailCapture: wanted = local.emailCapture, ...remote } = Object.fromEntries(decided) as Partial<
    Features & { emailCapture: false | 'optional' | 'required' }
  >
  const own: Readonly<Partial<Record<Name, unknown>>> = local
  const overridden = decided.flatMap(([name, value]) =>
    own[name] === undefined || isSame(own[name], value) ? [] : [`features.${name}`],
  )
  const isFeaturedOverridden =
    settings.featuredWalletIds !== undefined &&
    wallets?.featured !== undefined &&
    !isSame(settings.featuredWalletIds, wallets.featured)
  return {
    remote: { ...remote, ...wallets },
    // Without a purpose of the project the backend takes no address.
    capture: emailCapture && wanted ? { purpose: emailCapture.purpose, isRequired: wanted === 'required' } : null,
    ...(notice && { notice }),
    ...(names && { names }),
    overridden: isFeaturedOverridden ? [...overridden, 'featuredWalletIds'] : overridden,
  }
}
