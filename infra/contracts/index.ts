export * from './name-resolver/nameResolver.ts'
export * from './paymaster/paymaster.ts'
