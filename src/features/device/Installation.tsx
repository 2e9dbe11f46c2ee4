import { useContext } from 'react';
import { useInstall } from '../../install/useInstall.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { BrandContext } from '../../ui/layout/brand.ts';
import { Card } from '../../ui/layout/Card.tsx';

/** Whether the app is installed, and the way to install it here. */
export function Installation() {
  const { way, install, steps } = useInstall();
  const name = useContext(BrandContext).name ?? 'Porchlight';
  if (way === 'unavailable') return <></>;
  return (
    <Card title="Home screen">
      {way === 'installed' ? (
        <p>{name} is installed on this device.</p>
      ) : (
        <>
          <p className="text-muted">Installed, {name} opens from your home screen, without a signal too.</p>
          <Button variant="secondary" className="self-start max-sm:w-full" onClick={install}>
            {way === 'prompt' ? 'Install' : 'Show me how'}
          </Button>
        </>
      )}
      {steps}
    </Card>
  );
}
