import type { RampSettings } from '../buySettings.ts'
import { createOpenRamp } from './createOpenRamp.ts'
import type { RampProvider } from './RampProvider.ts'

/** Opens the configured providers, in their order. */
export const openRampProviders = (
  settings: readonly RampSettings[],
  { fetch }: { fetch: typeof globalThis.fetch },
): readonly RampProvider[] => settings.map((each) => createOpenRamp(each, fetch))
