export { createModal } from './createModal.ts'
export type {
  AccountState,
  Address,
  AlertReport,
  EntryView,
  Modal,
  ModalEvent,
  ModalOptions,
  ModalState,
  Namespace,
  NetworkId,
  NetworkState,
  Unsubscribe,
  ViewName,
} from './Modal.ts'
export type {
  Eip1193Provider,
  ProviderEventName,
  ProviderEvents,
  ProviderListener,
  ProviderRpcError,
  RequestArguments,
} from './provider/Eip1193Provider.ts'
