import { startApprovalWindow } from './startApprovalWindow.ts'

void startApprovalWindow(window)
