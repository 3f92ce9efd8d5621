import { findOnPath } from './findOnPath.ts'

/**
 * How every test, picture and measurement of ours launches Chromium: the one that `CHROMIUM` names (`npm test` sets it),
 * and the arguments that all share. The same for all, so that what one sees another can reproduce.
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
    // The last such switch wins over Playwright's own, which turns storage partitioning off. With this one the frame's
    // storage is partitioned by top-level site, as it is for visitors. Without the two popups of the address bar, documents
    // of their own that Chromium loads into every window, a page costs half as much.
    '--disable-features=PaintHolding,HttpsUpgrades,MediaRouter,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ],
}

/**
 * The same for tests of what pages show and do: Chromium's headless shell where it is installed (`CHROMIUM_HEADLESS_SHELL` names
 * another), which needs a third less of the processor because it has no windows of its own. Tests of what a browser enforces, and of
 * extensions, take the whole Chromium.
 */
export const headlessLaunch: typeof chromiumLaunch = {
  ...chromiumLaunch,
  executablePath:
    process.env.CHROMIUM_HEADLESS_SHELL ??
    findOnPath(['chromium-headless-shell', 'chrome-headless-shell']) ??
    chromiumLaunch.executablePath,
}
