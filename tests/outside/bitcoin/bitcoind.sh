#!/bin/sh
# Fetches bitcoind (Bitcoin Knots, from Debian's unstable suite) with the C library that it was built for into a folder, without touching the system. The packages come from this machine's own source of Debian. `bitcoind.sh <folder>`; then `<folder>/run bitcoind -regtest …`.
set -e
folder=$(mkdir -p "$1" && cd "$1" && pwd); apt=$folder/apt
mkdir -p "$apt/etc/sources.list.d" "$apt/etc/preferences.d" "$apt/etc/apt.conf.d" "$apt/state/lists/partial" "$apt/cache/archives/partial" "$folder/deb"
uri=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -1)
for suite in sid trixie; do printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nArchitectures: amd64\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n' "$uri" $suite; done > "$apt/etc/sources.list.d/suites.sources"
cp /etc/apt/apt.conf.d/* "$apt/etc/apt.conf.d/" 2>/dev/null || true
cat > "$apt/apt.conf" <<END
Dir::Etc "$apt/etc"; Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "$apt/etc/sources.list.d"; Dir::Etc::parts "$apt/etc/apt.conf.d"; Dir::Etc::preferencesparts "$apt/etc/preferences.d";
Dir::State "$apt/state"; Dir::State::status "/var/lib/dpkg/status"; Dir::Cache "$apt/cache"; APT::Architecture "amd64";
END
export APT_CONFIG="$apt/apt.conf"
apt-get update -qq
cd "$folder/deb"
apt-get download -qq bitcoin-knots $(for name in libc6 libgcc-s1 libstdc++6 libevent-core-2.1-7t64 libevent-extra-2.1-7t64 libevent-pthreads-2.1-7t64 libzmq5 libsodium23 libpgm-5.3-0t64 libnorm1t64 libsqlite3-0 libbsd0 libmd0 libgssapi-krb5-2 libkrb5-3 libk5crypto3 libcom-err2 libkrb5support0 libkeyutils1 libssl3t64 zlib1g; do echo "$name/trixie"; done) 2>/dev/null
for deb in *.deb; do dpkg-deb -x "$deb" "$folder"; done
cat > "$folder/run" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")"); program=$1; shift
exec "$here/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$here/usr/lib/x86_64-linux-gnu" "$here/usr/bin/$program" "$@"
END
chmod +x "$folder/run"
"$folder/run" bitcoind --version | head -1
