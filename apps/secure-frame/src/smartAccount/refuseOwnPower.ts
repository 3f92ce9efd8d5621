import { isOwnAccountData, parseEvmAddress, type TypedData } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** Throws DISGUISED_TRANSACTION for data that would move assets of one of this owner's accounts or delegate it, in use or not. */
export const refuseOwnPower = (typedData: TypedData, owner: string): void => {
  if (isOwnAccountData(typedData, parseEvmAddress(owner))) throw new AppError('DISGUISED_TRANSACTION')
}
