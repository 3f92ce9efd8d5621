import type { AppError, ErrorName } from '@latchkey/protocol'

const words: Partial<Record<ErrorName, string>> = {
  SERVICE_UNREACHABLE: 'The service cannot be reached. Nothing is lost: try again in a moment',
  KEYS_UNREACHABLE: 'The service is not ready right now. Nothing was changed: try again in a moment',
}

/** Why a page behind a mailed link could not do what it is for; the catalogue's own sentence where there is no other. */
export const linkWords = ({ name, message }: AppError): string => words[name] ?? message
