// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A token of the devnet: ERC-20 with ERC-2612 permits. Every account may mint.
contract DevToken is ERC20Permit {
    uint8 private immutable _digits;

    constructor(string memory name_, string memory symbol_, uint8 digits) ERC20(name_, symbol_) ERC20Permit(name_) {
        _digits = digits;
    }

    function decimals() public view override returns (uint8) {
        return _digits;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
