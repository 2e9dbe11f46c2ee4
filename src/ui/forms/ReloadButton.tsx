import { RotateCw } from 'lucide-react';
import { Button } from './Button.tsx';

export function ReloadButton() {
  return (
    <Button icon={RotateCw} onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
}
