import { findOnPath } from './findOnPath.ts'

/**
 * How every test, screenshot and measurement launches Chromium: the one that `CHROMIUM` names (`npm test` sets it), and shared arguments.
 * The same for all, so that results are reproducible.
 */
export const chromiumLaunch: { readonly executablePath: string; readonly args: string[] } = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // The last such switch overrides Playwright's own, which turns storage partitioning off. With this one the frame's storage is
    // partitioned by top-level site, as it is for users. Without the two address bar popups, separate documents that Chromium loads into
    // every window, a page costs half as much.
    '--disable-features=PaintHolding,HttpsUpgrades,MediaRouter,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ],
}

/**
 * The same for tests of pages' content and behavior: Chromium's headless shell where it is installed (`CHROMIUM_HEADLESS_SHELL` names
 * another), which needs a third less processor time because it has no windows. Tests of browsers' security rules, and of extensions, use
 * the full Chromium.
 */
export const headlessLaunch: typeof chromiumLaunch = {
  ...chromiumLaunch,
  executablePath:
    process.env.CHROMIUM_HEADLESS_SHELL ??
    findOnPath(['chromium-headless-shell', 'chrome-headless-shell']) ??
    chromiumLaunch.executablePath,
}
