export { ProviderIcon, type ProviderIconProps } from './ProviderIcon.tsx'
