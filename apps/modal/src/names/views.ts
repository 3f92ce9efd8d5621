/** The views of names, which are loaded together. */
export { RegisterAccountName } from './RegisterAccountName.tsx'
export { RegisterAccountNameSuccess } from './RegisterAccountNameSuccess.tsx'
