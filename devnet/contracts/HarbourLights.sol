// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721Enumerable, ERC721} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title A collection of lighthouses (ERC-721) whose pictures and traits are drawn by the contract.
contract HarbourLights is ERC721Enumerable {
    using Strings for uint256;

    uint256 private _last;
    string[5] private _skies = ["Dawn", "Noon", "Dusk", "Night", "Storm"];
    string[5] private _skyColours = ["#f6c6a8", "#9fd3f5", "#c98bb9", "#1d2650", "#6d7884"];
    string[4] private _stripes = ["Red", "Black", "Teal", "Ochre"];
    string[4] private _stripeColours = ["#d6453d", "#23252b", "#1b8f8a", "#c9892b"];

    constructor() ERC721("Harbour Lights", "LIGHT") {}

    /// @return id of the new token; ids begin at 1
    function mint(address to) external returns (uint256 id) {
        id = ++_last;
        _safeMint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        bytes memory json = abi.encodePacked(
            '{"name":"Harbour Light #', id.toString(),
            '","description":"A lighthouse drawn by its contract.","image":"data:image/svg+xml;base64,', Base64.encode(_picture(id)),
            '","attributes":', _traits(id), "}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _traits(uint256 id) private view returns (bytes memory) {
        return abi.encodePacked(
            '[{"trait_type":"Sky","value":"', _skies[_draw(id, "sky", 5)],
            '"},{"trait_type":"Stripes","value":"', _stripes[_draw(id, "stripes", 4)],
            '"},{"trait_type":"Beam","value":"', _draw(id, "beam", 2) == 0 ? "East" : "West",
            '"},{"trait_type":"Height","display_type":"number","value":', _height(id).toString(), "}]"
        );
    }

    function _picture(uint256 id) private view returns (bytes memory) {
        string memory top = (170 - _height(id)).toString();
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="',
            _skyColours[_draw(id, "sky", 5)],
            '"/><path d="M120 ', top, _draw(id, "beam", 2) == 0 ? "L240 20V90Z" : "L0 20V90Z",
            '" fill="#fff4b8" opacity=".7"/>', _tower(id, top),
            '<path d="M0 190Q60 175 120 190T240 190V240H0Z" fill="#2b5f83"/></svg>'
        );
    }

    function _tower(uint256 id, string memory top) private view returns (bytes memory) {
        string memory colour = _stripeColours[_draw(id, "stripes", 4)];
        return abi.encodePacked(
            '<path d="M106 ', top, 'H134L144 200H96Z" fill="#fbf7ef"/><path d="M104 120H136L138 140H102ZM101 155H139L141 175H99Z" fill="', colour,
            '"/><circle cx="120" cy="', top, '" r="14" fill="', colour, '"/><circle cx="120" cy="', top, '" r="7" fill="#fff4b8"/>'
        );
    }

    function _height(uint256 id) private pure returns (uint256) {
        return 60 + _draw(id, "height", 50);
    }

    function _draw(uint256 id, string memory what, uint256 choices) private pure returns (uint256) {
        return uint256(keccak256(abi.encodePacked(what, id))) % choices;
    }
}
