#!/bin/sh
# Fetches Electrum with its Python packages from the suite of this Debian into a folder, without installing it. `electrum.sh <folder>`; then `<folder>/run …`.
set -e
folder=$(mkdir -p "$1" && cd "$1" && pwd); mkdir -p "$folder/deb" "$folder/tree"; cd "$folder/deb"
apt-get download -qq electrum python3-electrum python3-aiohttp python3-aiohttp-socks python3-aiorpcx python3-aiosignal python3-async-timeout python3-attr python3-bitstring python3-certifi python3-cffi-backend python3-charset-normalizer python3-cryptography python3-dnspython python3-frozenlist python3-idna python3-multidict python3-png python3-protobuf python3-pyaes python3-python-socks python3-qrcode python3-typing-extensions python3-yarl libprotobuf32 libsecp256k1-1 2>/dev/null
for deb in *.deb; do dpkg-deb -x "$deb" "$folder/tree"; done
cat > "$folder/run" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export PYTHONPATH="$here/tree/usr/lib/python3/dist-packages" LD_LIBRARY_PATH="$here/tree/usr/lib/x86_64-linux-gnu" HOME="$here/home"; mkdir -p "$HOME"
exec /usr/bin/python3 "$here/tree/usr/bin/electrum" -D "$here/home" "$@"
END
chmod +x "$folder/run"
"$folder/run" --offline --regtest version
