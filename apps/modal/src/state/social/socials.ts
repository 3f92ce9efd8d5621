import { atom } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { providerNames } from '../../providerNames.ts'
import { servicesAtom } from '../services.ts'

/**
 * Those whose sign-in pages refuse to show inside another app's browser view. Google answers `disallowed_useragent` there (its
 * OAuth 2.0 policies, "Use secure browsers"); Facebook Login has been closed to them since 2021.
 */
const refusingWebViews: readonly SocialProvider[] = ['google', 'facebook']

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
  const known = (settings.features?.socials ?? []).filter((name) => Object.hasOwn(providerNames, name))
  const isOpenHere = (name: SocialProvider) => !(refusingWebViews.includes(name) && isWebView(page.navigator.userAgent))
  return [...new Set(known)].filter(isOpenHere)
})
