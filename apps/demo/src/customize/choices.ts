import type { ModalOptions, NetworkId, SocialProvider, TextKey } from '@latchkey/modal'
import { parseThemeVariables, type ThemeMode } from '@latchkey/protocol/theme'

/** The first method of Connect. */
export type FirstMethod = 'email' | 'social' | 'wallet' | 'installed'

/** A developer's choices. Empty texts stand for the modal's defaults. */
export type Choices = {
  themeMode: ThemeMode
  accent: string
  font: string
  /** Radius of the modal in pixels; those of cards, buttons and inputs follow. */
  corners: number
  /** Other variables, by name, as typed. */
  variables: Readonly<Record<string, string>>
  name: string
  /** An address that the preview can show. */
  logo: string
  texts: Readonly<Partial<Record<TextKey, string>>>
  email: boolean
  wallets: boolean
  multiWallet: boolean
  socials: readonly SocialProvider[]
  first: FirstMethod
  networks: readonly NetworkId[]
}

const defaultCorners = 28

export const defaultChoices: Choices = {
  themeMode: 'system',
  accent: '',
  font: '',
  corners: defaultCorners,
  variables: {},
  name: 'My app',
  logo: '',
  texts: {},
  email: true,
  wallets: true,
  multiWallet: false,
  socials: ['google', 'github', 'apple'],
  first: 'email',
  networks: ['eip155:31337', 'eip155:1337'],
}

/** Presets to start with. */
export const presets: Readonly<Record<string, Partial<Choices>>> = {
  Latchkey: {},
  Slate: { accent: '#5b6b85', corners: 12 },
  Forest: { accent: '#0d7f5f', corners: 20 },
  Rose: { accent: '#c02655', font: 'Georgia, serif', corners: 28 },
  Square: { accent: '#5a34b8', font: 'ui-monospace, monospace', corners: 0 },
}

export const fonts: Readonly<Record<string, string>> = {
  System: '',
  Serif: 'Georgia, serif',
  Rounded: 'ui-rounded, system-ui, sans-serif',
  Mono: 'ui-monospace, monospace',
}

/** Radii of the parts on a modal with rounder or squarer corners, in the proportions of the defaults. */
const radii = (corners: number): Record<string, string> => {
  if (corners === defaultCorners) return {}
  const share = (radius: number): string => `${Math.round((radius * corners) / defaultCorners)}px`
  return {
    '--lk-radius-modal': share(28),
    '--lk-radius-card': share(20),
    '--lk-radius-button': share(14),
    '--lk-radius-input': share(10),
  }
}

/** Returns the theme variables that were chosen, without those that the theme doesn't take. */
export const variablesOf = ({
  accent,
  font,
  corners,
  variables,
}: Choices): NonNullable<ModalOptions['themeVariables']> =>
  parseThemeVariables({
    ...(accent !== '' && { '--lk-accent': accent }),
    ...(font !== '' && { '--lk-font': font }),
    ...radii(corners),
    ...variables,
  })

const orders = {
  social: ['social', 'email', 'wallet'],
  wallet: ['wallet', 'email', 'social'],
  installed: ['installed', 'email', 'social', 'wallet'],
} as const

const isFilled = (value: object): boolean => Object.keys(value).length > 0

/** Returns the options that the choices add to every modal's own. Empty for the modal's defaults. */
export const optionsOf = (
  choices: Choices,
): Pick<ModalOptions, 'networks' | 'metadata' | 'themeMode'> & Partial<ModalOptions> => {
  const { networks, name, email, wallets, multiWallet, socials, first, themeMode, logo } = choices
  const [network = 'eip155:31337', ...others] = networks
  const features = {
    ...(!email && { email }),
    ...(socials.length > 0 && { socials }),
    ...(!wallets && { wallets }),
    ...(multiWallet && { multiWallet }),
    ...(first !== 'email' && { connectMethodsOrder: orders[first] }),
  }
  const texts = Object.fromEntries(Object.entries(choices.texts).filter(([, text]) => text.trim() !== ''))
  const themeVariables = variablesOf(choices)
  return {
    networks: [network, ...others],
    metadata: { name: name.trim() === '' ? defaultChoices.name : name },
    ...(isFilled(features) && { features }),
    themeMode,
    ...(isFilled(themeVariables) && { themeVariables }),
    ...(logo !== '' && { logo }),
    ...(isFilled(texts) && { texts }),
  }
}
