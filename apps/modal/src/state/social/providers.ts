import { atom } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { servicesAtom } from '../services.ts'

type Provider = {
  /** As it calls itself, in every language. */
  readonly name: string
  /** Its sign-in page refuses to show inside another app's browser view. */
  readonly refusesWebViews?: true
}

/**
 * Who can be signed in with. Google answers `disallowed_useragent` in browser views of apps (its OAuth 2.0 policies, "Use
 * secure browsers"); Facebook Login has been closed to them since 2021.
 */
export const providers: Readonly<Record<SocialProvider, Provider>> = {
  google: { name: 'Google', refusesWebViews: true },
  apple: { name: 'Apple' },
  github: { name: 'GitHub' },
  facebook: { name: 'Facebook', refusesWebViews: true },
  x: { name: 'X' },
  discord: { name: 'Discord' },
  farcaster: { name: 'Farcaster' },
}

/**
 * Whether a page shows in the browser view of an app: Android says so; on iOS a browser alone names its Safari, and the apps
 * with the most visitors name themselves.
 */
export const isWebView = (userAgent: string): boolean =>
  /; wv\)|\bFB(?:AN|AV|_IAB)\b|\bInstagram\b|\bLine\/|\bMicroMessenger\b/.test(userAgent) ||
  (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent))

/** Whom the site offers to sign in with and can work here, in its order, each once. */
export const socialsAtom = atom((get): readonly SocialProvider[] => {
  const { settings, page } = get(servicesAtom)
  const known = (settings.features?.socials ?? []).filter((name) => Object.hasOwn(providers, name))
  const isOpenHere = (name: SocialProvider) => !(providers[name].refusesWebViews && isWebView(page.navigator.userAgent))
  return [...new Set(known)].filter(isOpenHere)
})
