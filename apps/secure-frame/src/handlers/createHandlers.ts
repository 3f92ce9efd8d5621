import type { Handlers } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { getIdToken, getUser, isConnected, listPermissions, shareEmail, signOut } from './accountHandlers.ts'
import { updateEmail, updateEmailPrimaryOtp, updateEmailSecondaryOtp } from './emailChangeHandlers.ts'
import { connectDevice, connectEmail, connectOtp } from './emailSignInHandlers.ts'
import type { HandlerDeps } from './HandlerDeps.ts'
import {
  getChainId,
  getSmartAccountEnabledNetworks,
  initSmartAccount,
  setPreferredAccount,
  switchNetwork,
} from './networkHandlers.ts'
import { ping, reload, rpcAbort, syncDappData, syncTheme } from './pageHandlers.ts'
import { rpcRequest } from './rpcRequest.ts'
import { connectFarcaster, connectSocial, getFarcasterUri, getSocialRedirectUri } from './socialSignInHandlers.ts'

/** One handler for each request of the protocol; they don't depend on any order among each other. */
export const createHandlers = (deps: HandlerDeps): Handlers<Page> => ({
  SYNC_DAPP_DATA: syncDappData(deps),
  SYNC_THEME: syncTheme(deps),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: getSmartAccountEnabledNetworks(deps),
  IS_CONNECTED: isConnected(deps),
  GET_USER: getUser(deps),
  CONNECT_EMAIL: connectEmail(deps),
  CONNECT_OTP: connectOtp(deps),
  CONNECT_DEVICE: connectDevice(deps),
  GET_SOCIAL_REDIRECT_URI: getSocialRedirectUri(deps),
  CONNECT_SOCIAL: connectSocial(deps),
  GET_FARCASTER_URI: getFarcasterUri(deps),
  CONNECT_FARCASTER: connectFarcaster(deps),
  GET_CHAIN_ID: getChainId(deps),
  SWITCH_NETWORK: switchNetwork(deps),
  SET_PREFERRED_ACCOUNT: setPreferredAccount(deps),
  INIT_SMART_ACCOUNT: initSmartAccount(deps),
  GET_ID_TOKEN: getIdToken(deps),
  LIST_PERMISSIONS: listPermissions(deps),
  SHARE_EMAIL: shareEmail(deps),
  RPC_REQUEST: rpcRequest(deps),
  RPC_ABORT: rpcAbort(deps),
  UPDATE_EMAIL: updateEmail(deps),
  UPDATE_EMAIL_PRIMARY_OTP: updateEmailPrimaryOtp(deps),
  UPDATE_EMAIL_SECONDARY_OTP: updateEmailSecondaryOtp(deps),
  SIGN_OUT: signOut(deps),
  RELOAD: reload(deps),
  PING: ping(deps),
})
