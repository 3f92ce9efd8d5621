export { providerNames } from '@latchkey/protocol/loginProviders'
