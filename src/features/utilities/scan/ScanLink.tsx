import { ScanQrCode } from 'lucide-react';
import { SCAN_PATH } from '../../../../contract/http/cameraPage.ts';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';

/** Loads the page of the camera again, since the browser asks the page for its permissions policy as it is loaded. */
export function ScanLink() {
  return (
    <ButtonLink icon={ScanQrCode} to={SCAN_PATH} variant="secondary" reloadDocument>
      Scan a Sticker
    </ButtonLink>
  );
}
