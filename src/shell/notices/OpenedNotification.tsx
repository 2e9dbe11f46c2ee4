import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onOpenPath } from '../../browser/serviceWorkerMessages.ts';

/** Shows the screen of a notification that was tapped while the app is open, without loading the page again. */
export function OpenedNotification() {
  const navigate = useNavigate();
  useEffect(() => onOpenPath((path) => void navigate(path)), [navigate]);
  return <></>;
}
