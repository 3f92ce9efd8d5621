/** The views of buying, which are loaded together. */
export { BuyStatus } from './BuyStatus.tsx'
export { OnRampFiatSelect } from './OnRampFiatSelect.tsx'
export { OnRampProviders } from './OnRampProviders.tsx'
export { OnRampTokenSelect } from './OnRampTokenSelect.tsx'
